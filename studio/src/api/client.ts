import i18next from "i18next";
import createClient from "openapi-fetch";
import { noteConnection, noteTime } from "./connection";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

/** Why the service refused a request, in words for the person. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    title: string,
  ) {
    super(title);
    this.name = "ApiError";
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Partial<Schemas["Problem"]> | null;
  const words = [problem?.title, problem?.detail].filter(Boolean).join(" ");
  const key = response.status >= 500 ? "app.error.service" : "app.error.refused";
  return new ApiError(response.status, problem?.code ?? "unknown", words || i18next.t(key));
}

/** The fetch of every request: in the language of the page; without a session it leads to the login. */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set("accept-language", i18next.language);
  const response = await fetch(request).catch((problem: unknown) => {
    if (request.signal.aborted) throw problem;
    noteConnection(false);
    // What browsers say about it is English, and for programmers.
    throw new TypeError(i18next.t("app.error.unreachable"), { cause: problem });
  });
  noteConnection(true);
  noteTime(response.headers.get("date"));
  if (response.status === 401) window.location.assign("/login");
  if (!response.ok) throw await errorOf(response);
  return response;
}

export const api = createClient<paths>({ fetch: (request) => apiFetch(request) });

/** The data of a response; the client has thrown if there is none. */
export async function dataOf<T>(request: Promise<{ data?: T }>): Promise<T> {
  const { data } = await request;
  return data as T;
}
