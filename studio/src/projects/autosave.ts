/** How far the text on the screen is from the one that the service has. */
export type SaveState =
  | { kind: "saved" }
  | { kind: "changed" }
  | { kind: "saving" }
  | { kind: "failed"; problem: string }
  | { kind: "conflict"; theirs: string; version: number };

export interface StoredText {
  text: string;
  version: number;
}

interface AutosaveOptions {
  stored: StoredText;
  /** Saves a text that is based on a version, and returns the new version. */
  save: (text: string, basedOn: number) => Promise<number>;
  /** Whether a failure says that somebody else has changed the text. */
  isConflict: (problem: unknown) => boolean;
  /** Loads what the service has, after a conflict. */
  load: () => Promise<StoredText>;
  onState: (state: SaveState) => void;
  /** The text was replaced by the one of the service, because nothing was written here. */
  onAdopt: (text: string) => void;
  waitMs?: number;
}

const WAIT_MS = 1_500;
const RETRY_MS = 4_000;

/**
 * Saves what is written a moment after the last key. Every save names the version that it is based on. A text that
 * somebody else has changed is never overwritten: it becomes a conflict, which a person resolves.
 */
export class Autosave {
  private base: StoredText;
  private written: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSaving = false;
  private arrivedMeanwhile: StoredText | undefined;
  private conflict: StoredText | undefined;

  constructor(private readonly options: AutosaveOptions) {
    this.base = options.stored;
    this.written = options.stored.text;
  }

  get isChanged(): boolean {
    return this.written !== this.base.text;
  }

  get text(): string {
    return this.written;
  }

  get basedOn(): number {
    return this.base.version;
  }

  /** The person has written something. */
  edit(text: string): void {
    this.written = text;
    if (this.conflict || this.isSaving) return;
    this.options.onState({ kind: this.isChanged ? "changed" : "saved" });
    this.plan(this.options.waitMs ?? WAIT_MS);
  }

  /** Save now what is not saved yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isSaving || this.conflict || !this.isChanged) return;
    const { text, version } = { text: this.written, version: this.base.version };
    this.isSaving = true;
    this.options.onState({ kind: "saving" });
    try {
      this.base = { text, version: await this.options.save(text, version) };
      this.isSaving = false;
      this.afterSave();
    } catch (problem) {
      this.isSaving = false;
      await this.afterFailure(problem);
    }
  }

  /** The service has this text now, by whomever. */
  arrive(stored: StoredText): void {
    if (this.isSaving) {
      this.arrivedMeanwhile = stored;
      return;
    }
    if (stored.version <= this.base.version) return;
    if (this.conflict || (this.isChanged && stored.text !== this.written)) this.disagree(stored);
    else {
      this.base = stored;
      this.written = stored.text;
      this.options.onState({ kind: "saved" });
      this.options.onAdopt(stored.text);
    }
  }

  /** Continue with this text on the version that it was compared with. */
  resolve(text: string): void {
    if (!this.conflict) return;
    this.base = this.conflict;
    this.conflict = undefined;
    this.written = text;
    this.options.onAdopt(text);
    if (this.isChanged) void this.flush();
    else this.options.onState({ kind: "saved" });
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private plan(waitMs: number): void {
    clearTimeout(this.timer);
    if (this.isChanged) this.timer = setTimeout(() => void this.flush(), waitMs);
  }

  private afterSave(): void {
    const arrived = this.arrivedMeanwhile;
    this.arrivedMeanwhile = undefined;
    this.options.onState({ kind: this.isChanged ? "changed" : "saved" });
    this.plan(this.options.waitMs ?? WAIT_MS);
    if (arrived) this.arrive(arrived);
  }

  private async afterFailure(problem: unknown): Promise<void> {
    this.arrivedMeanwhile = undefined;
    if (this.options.isConflict(problem)) {
      const stored = await this.options.load().catch(() => undefined);
      if (stored && stored.text !== this.written) return this.disagree(stored);
      if (stored) return this.arrive(stored);
    }
    this.options.onState({ kind: "failed", problem: problem instanceof Error ? problem.message : String(problem) });
    this.plan(RETRY_MS);
  }

  private disagree(stored: StoredText): void {
    clearTimeout(this.timer);
    this.conflict = stored;
    this.options.onState({ kind: "conflict", theirs: stored.text, version: stored.version });
  }
}
