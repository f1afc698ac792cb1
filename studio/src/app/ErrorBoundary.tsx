import i18next from "i18next";
import { Component, type ReactNode } from "react";
import { Button } from "../ui/Button";

/** What is shown when the page itself fails: that it did, and a way back. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main id="view" tabIndex={-1} className="flex-1 outline-none">
        <div role="alert" className="mx-auto mt-[20vh] max-w-sm p-6 text-center">
          <p className="mb-4 font-serif text-xl">{i18next.t("app.failed")}</p>
          <Button onClick={() => window.location.reload()}>{i18next.t("app.reload")}</Button>
        </div>
      </main>
    );
  }
}
