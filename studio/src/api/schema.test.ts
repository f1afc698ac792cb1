import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, it } from "vitest";
import description from "../../openapi.json?raw";
import client from "./schema.ts?raw";

it("is the client of the description; `npm run client` renews it", async () => {
  const generated = COMMENT_HEADER + astToString(await openapiTS(description));
  expect(client === generated).toBe(true);
}, 30_000);
