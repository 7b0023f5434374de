export { renderTracePage, type TracePageOptions } from './render/render-trace-page.ts';
export type { TraceInput } from './trace-input.ts';
export type { Language } from './text/language.ts';
