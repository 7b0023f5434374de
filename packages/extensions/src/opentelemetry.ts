export { openTelemetry } from './opentelemetry/open-telemetry.ts';
export type { OpenTelemetry, OpenTelemetryOptions } from './opentelemetry/open-telemetry.ts';
