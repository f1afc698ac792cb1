import { expect, it } from "vitest";
import { citationOf, readReport, webAddress, withCitationLinks } from "./report";

it("reads the result of a research, and nothing else", () => {
  const report = readReport({
    title: "Floods",
    is_dossier: false,
    markdown: "# Floods",
    sources: [{ number: 1, title: "A", address: "https://a.example/", text: "Rain." }, "x"],
    cited: 2,
    unsupported: [{ sentence: "It rained [1].", problems: ["number 3", 4] }],
    unconfirmed: ["It snowed [1].", 7],
    problems: [],
    artifacts: { docx: "art_1" },
  });
  expect(report?.sources).toEqual([{ number: 1, title: "A", address: "https://a.example/", text: "Rain." }]);
  expect(report?.unsupported[0]?.problems).toEqual(["number 3"]);
  expect(report?.unconfirmed).toEqual(["It snowed [1]."]);
  expect(report?.artifacts).toEqual({ docx: "art_1", pdf: "" });
  for (const other of [null, undefined, 3, "x", [], {}, { markdown: 1 }]) expect(readReport(other)).toBeUndefined();
});

it("links each citation to its source, and tells the unsupported ones apart", () => {
  const markdown = "It rained [1]. It snowed [1, 2].\n\n- \\[1\\] A: <https://a.example/>\n- [x](y)\n- [3](z)";
  const unsupported = [{ sentence: "It snowed [1, 2].", problems: [] }];
  expect(withCitationLinks({ markdown, unsupported })).toBe(
    "It rained [\\[1\\]](#source-1). It snowed [\\[1\\]](#unsupported-1)[\\[2\\]](#unsupported-2).\n\n" +
      "- \\[1\\] A: <https://a.example/>\n- [x](y)\n- [3](z)",
  );
  expect(withCitationLinks({ markdown: "河长 687 公里[1]。", unsupported: [] })).toBe(
    "河长 687 公里[\\[1\\]](#source-1)。",
  );
});

it("knows citations and addresses by their form alone", () => {
  expect(citationOf("#unsupported-12")).toEqual({ number: 12, isSupported: false });
  for (const href of [undefined, "", "#source-", "https://a.example/#source-1"])
    expect(citationOf(href)).toBeUndefined();
  expect(webAddress("https://a.example/")).toBe("https://a.example/");
  for (const address of ["javascript:alert(1)", "library/doc_1/2", "//a.example"])
    expect(webAddress(address)).toBeUndefined();
});
