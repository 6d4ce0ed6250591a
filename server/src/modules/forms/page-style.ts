import { KIOSK_STYLE } from './kiosk.ts'

const STYLE = `
fieldset{border:0;margin:1.25rem 0 0;padding:0;min-width:0}
legend{font-weight:600;padding:0;margin:0 0 .25rem}
legend .soft{font-weight:400}
input[type=date],input[type=time],input[type=file],textarea{width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--line);border-radius:.5rem}
textarea{min-height:7rem}
[aria-invalid=true]{border:2px solid var(--bad)}
.row{display:grid;grid-template-columns:auto 1fr;gap:.75rem;align-items:center;min-height:3rem;margin:.375rem 0 0;padding:.5rem .75rem;font-weight:400;border:1px solid var(--line);border-radius:.5rem}
.row input,.scale input{inline-size:1.5rem;block-size:1.5rem;margin:0}
.scale{display:flex;flex-wrap:wrap;gap:.375rem}
.scale label{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.25rem;min-width:3rem;min-height:3.75rem;margin:0;border:1px solid var(--line);border-radius:.5rem;font-weight:400}
.second{color:var(--ink);background:transparent}
`

/** Returns the style of a page of a form, on a shared tablet with that of its dialogs. */
export function styleOf({ idleSeconds }: { idleSeconds?: number | undefined }): string {
  return idleSeconds === undefined ? STYLE : STYLE + KIOSK_STYLE
}
