import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    id?: string;
    evidence?: Record<string, number>;
  }
}
