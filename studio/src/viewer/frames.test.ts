import { expect, it } from "vitest";
import { frameAddress } from "./frames";

it("frames a page only from another origin", () => {
  const own = "http://127.0.0.1:1";
  expect(frameAddress("http://127.0.0.1:2/p", own)).toBe("http://127.0.0.1:2/p");
  for (const address of ["http://127.0.0.1:1/p", "javascript:alert(1)", "data:text/html,x", "/p", ""]) {
    expect(frameAddress(address, own)).toBeUndefined();
  }
});
