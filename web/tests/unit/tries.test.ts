import { expect, test } from "vitest";
import { SIGNS, tryWords } from "../../src/parts/tries";

test("a level solved with help is neither missed nor solved alone", () => {
  expect(tryWords({ result: "solved", slips: 0 })).toBe("solved");
  expect(tryWords({ result: "helped", slips: 0 })).toBe("solved with help");
  expect(tryWords({ result: "helped", slips: 1 })).toBe("solved after one slip");
  expect(tryWords({ result: "helped", slips: 3 })).toBe("solved after 3 slips");
  expect(tryWords({ result: "missed", slips: 2 })).toBe("missed");
  expect(new Set(Object.values(SIGNS)).size).toBe(3);
});
