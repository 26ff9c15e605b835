import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Away, Refused } from "../../src/api/client";
import { Patience } from "../../src/api/patience";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening() {
  const heard: string[] = [];
  let closed = false;
  const state = { there: true };
  const patience = new Patience({
    waiting: (words) => heard.push(words),
    well: () => heard.push("well"),
    there: async () => state.there,
    closed: () => closed,
  });
  const close = () => {
    closed = true;
  };
  return { heard, patience, close, state };
}

test("a busy server is asked again when it says, a lost answer at once", async () => {
  const { heard, patience } = listening();
  const answers = [new Refused(503, { error: "full" }, 7), new Away("gone"), "here"];
  const answer = patience.ask(async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  await vi.advanceTimersByTimeAsync(6_999);
  expect(answers).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe("here");
  expect(heard).toEqual(["The server is busy. Trying again in 7 seconds.", "well"]);
});

test("a plain refusal is told at once, and the next request goes on", async () => {
  const { patience } = listening();
  const refused = patience.ask(() => Promise.reject(new Refused(422, { error: "no move" }, null)));
  await expect(refused).rejects.toMatchObject({ status: 422 });
  await expect(patience.ask(async () => 1)).resolves.toBe(1);
});

test("requests go one after the other", async () => {
  const { patience } = listening();
  const order: string[] = [];
  const first = patience.ask(async () => {
    order.push("first asked");
    await new Promise((wake) => setTimeout(wake, 50));
    order.push("first answered");
  });
  const second = patience.ask(async () => {
    order.push("second asked");
  });
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([first, second]);
  expect(order).toEqual(["first asked", "first answered", "second asked"]);
});

test("nobody is asked for someone who has left", async () => {
  const { patience, close } = listening();
  const request = vi.fn(() => Promise.reject(new Refused(503, { error: "full" }, null)));
  const answer = patience.ask(request);
  const fails = expect(answer).rejects.toBeInstanceOf(Refused);
  await vi.advanceTimersByTimeAsync(10);
  close();
  await vi.advanceTimersByTimeAsync(10_000);
  await fails;
  expect(request).toHaveBeenCalledTimes(1);
});

test("a server that is away is not waited for", async () => {
  const { heard, patience, state } = listening();
  state.there = false;
  const request = vi.fn(() => Promise.reject(new Away("gone")));
  await expect(patience.ask(request)).rejects.toBeInstanceOf(Away);
  expect(request).toHaveBeenCalledTimes(1);
  expect(heard).toEqual([]);
});

test("answers that get lost again and again are given up", async () => {
  const { patience } = listening();
  const request = vi.fn(() => Promise.reject(new Away("gone")));
  await expect(patience.ask(request)).rejects.toBeInstanceOf(Away);
  expect(request).toHaveBeenCalledTimes(4);
});
