/** Texts: each segment has a hypothesis and its references; with `tokenized`, each is a list of tokens. */
export interface Texts {
  segments:
    | { hypothesis: string; references: string[] }[]
    | { hypothesis: string[]; references: string[][] }[];
  tokenized?: boolean;
}

/** One gold and one predicted class for each item. */
export interface Labels {
  gold: (string | number | boolean)[];
  predicted: (string | number | boolean)[];
}

/** Counts of the gold class (row) by the predicted class (column). */
export interface ConfusionCounts {
  classes: (string | number | boolean)[];
  confusion: number[][];
}

/** One gold class and one score for each item; infinity is "inf" or "-inf". */
export interface ScoredLabels {
  gold: (string | number | boolean)[];
  scores: (number | string)[];
}

/** The log-probability of each token of each text; null is minus infinity. */
export interface TokenLogProbabilities {
  logprobs: (number | null)[][];
  texts?: string[];
}

/** Questions with their choices, the log-probability of each, and the index of the right one. */
export interface MultipleChoice {
  items: { choices: string[]; logprobs: (number | null)[]; gold: number; unconditional?: (number | null)[] }[];
}

export type Input = Texts | Labels | ConfusionCounts | ScoredLabels | TokenLogProbabilities | MultipleChoice;

export interface Expected {
  /** `raised`: the settings call for an error. */
  outcome: "score" | "undefined" | "raised";
  /** With the outcome `score`, the score as a decimal string: exact, or to 30 digits. */
  value?: string;
  /** How far a double may be from the value, in units in the last place: 8 unless stated. */
  ulps?: number;
  /** Why more than 8 are allowed. */
  ulps_why?: string;
  /** What the stages of the computation produce. */
  stages?: Record<string, unknown>;
}

export interface Vector {
  /** Permanent: never reused for another case. */
  id: string;
  comment: string;
  metric: string;
  /** Every knob of the metric. */
  settings: Record<string, string | number | boolean>;
  input: Input;
  expected: Expected;
  /** Where the expected value comes from. */
  source: { kind: "article" | "paper" | "hand" | "exact"; where: string; derivation?: string };
  /** The digits that the source prints. */
  printed: string;
  /** References to literature. */
  refs: string[];
  /** What the vector is about; `flags` has their meanings. */
  flags: string[];
  /** The wrong scores of common mistakes, by the name of the mistake. */
  mistakes: Record<string, string>;
  /** The packages that return the expected value, and what each returned. */
  confirmed_by: Record<string, string>;
  /** What other packages returned under the nearest settings that they have: no expected values. */
  observed: Record<string, string>;
}

export interface Flag {
  kind: "basic" | "edge-case" | "convention" | "known-bug" | "version-drift";
  meaning: string;
  links: string[];
}

/** The version of samescore that the vectors are from. */
export const version: string;
/** The names of the metrics that have vectors. */
export const metrics: readonly string[];
/** The ids of the vectors with integers beyond 2^53 - 1, which `JSON.parse` rounds. */
export const bigIntegers: readonly string[];
/** What a failure on a vector with a flag means, by the name of the flag. */
export const flags: Record<string, Flag>;
/** Why an id is no longer in use. */
export const retired: Record<string, string>;
/** The vectors of a metric. Throws a `RangeError` for an unknown name. */
export function vectors(metric: string): readonly Vector[];
/** The vector with an id. Throws a `RangeError` for an unknown id. */
export function vector(id: string): Vector;
