import { expect, test } from "vitest";
import { SIGNS, tryWords } from "../../src/parts/tries";

test("a try is told in words and by a sign", () => {
  expect(tryWords("solved")).toBe("solved");
  expect(tryWords("helped")).toBe("solved with help");
  expect(tryWords("missed")).toBe("missed");
  expect(SIGNS.missed).toBe("loss");
});
