import { brokenAdapterDoubles } from './broken-adapter-doubles.ts';
import { brokenProcessDoubles } from './broken-process-doubles.ts';
import { brokenClientDoubles } from './broken-client-doubles.ts';
import { brokenConfigDoubles } from './broken-config-doubles.ts';
import type { BrokenDouble } from './broken-double.ts';
import { brokenDutyDoubles } from './broken-duty-doubles.ts';
import { brokenEraDoubles } from './broken-era-doubles.ts';
import { brokenEventDoubles } from './broken-event-doubles.ts';
import { brokenHttpDoubles } from './broken-http-doubles.ts';
import { brokenServerLifeDoubles } from './broken-server-life-doubles.ts';
import { brokenManagerDoubles } from './broken-manager-doubles.ts';
import { brokenOAuthDoubles } from './broken-oauth-doubles.ts';
import { brokenReachedDoubles } from './broken-reached-doubles.ts';
import { brokenOlderHttpDoubles } from './broken-older-http-doubles.ts';
import { brokenRecordingDoubles } from './broken-recording-doubles.ts';
import { brokenReportDoubles } from './broken-report-doubles.ts';
import { brokenTelemetryDoubles } from './broken-telemetry-doubles.ts';
import { brokenTraceDoubles } from './broken-trace-doubles.ts';
import { brokenTrustDoubles } from './broken-trust-doubles.ts';

export const brokenDoubles: readonly BrokenDouble[] = [
  ...brokenClientDoubles,
  ...brokenProcessDoubles,
  ...brokenEraDoubles,
  ...brokenAdapterDoubles,
  ...brokenConfigDoubles,
  ...brokenHttpDoubles,
  ...brokenOlderHttpDoubles,
  ...brokenManagerDoubles,
  ...brokenServerLifeDoubles,
  ...brokenOAuthDoubles,
  ...brokenReachedDoubles,
  ...brokenRecordingDoubles,
  ...brokenReportDoubles,
  ...brokenTraceDoubles,
  ...brokenTrustDoubles,
  ...brokenDutyDoubles,
  ...brokenEventDoubles,
  ...brokenTelemetryDoubles,
];
