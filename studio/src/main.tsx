import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { ApiError } from "./api/client";
import { App } from "./app/App";
import { ErrorBoundary } from "./app/ErrorBoundary";
import { firstTheme, kept, showLanguage, showTheme } from "./app/preferences";
import { firstLanguage, loadLanguage, startI18n } from "./i18n";
import "./styles.css";
import { Toasts } from "./ui/Toasts";

const language = firstLanguage(kept("language"), navigator.languages);
showLanguage(language);
showTheme(firstTheme(kept("theme"), window.matchMedia("(prefers-color-scheme: dark)").matches));
startI18n(language);
// Without its texts, which a lost connection keeps away, the page is in simplified Chinese.
await loadLanguage(language).catch(() => undefined);

const isRefused = (problem: Error | null) => problem instanceof ApiError && problem.status < 500;
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The service may run on this machine, which needs no network.
      networkMode: "always",
      retry: (count, problem) => count < 2 && !isRefused(problem),
      // A service that was away is asked again until it is back.
      refetchInterval: ({ state }) => (state.status === "error" && !isRefused(state.error) ? 4_000 : false),
    },
    mutations: { networkMode: "always" },
  },
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <App />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>,
  );
}
