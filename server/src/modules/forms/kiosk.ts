// What a form has in addition on a shared tablet.
import type { FormLanguage } from '@crewline/contract/form-content'
import { html, type Html, type HtmlValue } from '../../kernel/pages/html.ts'
import { idleBlock } from '../../kernel/pages/idle.ts'
import type { FormPage, ShownForm } from './page.ts'
import { textsIn } from './page-texts.ts'

/** A tablet is read and touched from farther away than a phone. */
export const KIOSK_STYLE = `
body{font-size:1.375rem}
.page{max-width:44rem}
button{min-height:4.5rem}
.row{min-height:4.5rem}
.scale label{min-width:4.5rem;min-height:5rem}
nav a{padding:1rem}
.next{display:block;padding:1.25rem;text-align:center;font-weight:600;border:1px solid var(--line);border-radius:.5rem}
`
/** How long the thanks are shown on a shared tablet, in seconds. */
const THANKS_SECONDS = 8

/** The empty form for the next person, with what its address says: a tablet stays where it hangs. */
function homeOf({ path, given }: ShownForm): string {
  return given.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(given)).toString()}`
}

/** What the script needs to start a shared tablet over. */
export function kioskOf(form: ShownForm, isKept: boolean): HtmlValue {
  if (form.idleSeconds === undefined) return undefined
  return idleBlock(form.language, { seconds: form.idleSeconds, home: homeOf(form), isKept })
}

/** On the first page a field, on the others what was entered there. */
export function badgeField(language: FormLanguage, { at, badge }: FormPage): Html {
  const texts = textsIn(language)
  const { value = '', isUnknown = false } = badge ?? {}
  if (at > 0) return html`<input type="hidden" name="badge" value="${value}" />`
  return html`<label for="badge">${texts.badge} <span class="soft">(${texts.optional})</span></label>
    <p class="soft" id="badge-help">${texts.badgeHelp}</p>
    ${isUnknown && html`<p class="bad" id="badge-error">${texts.badgeUnknown}</p>`}
    <input
      type="text"
      id="badge"
      name="badge"
      value="${value}"
      maxlength="60"
      autocomplete="off"
      aria-describedby="badge-help${isUnknown ? ' badge-error' : ''}"
      ${isUnknown && html`aria-invalid="true" autofocus`}
    />`
}

/** The way to the next person, after the thanks; the script takes it by itself. */
export function nextPerson(form: ShownForm): HtmlValue {
  if (form.idleSeconds === undefined) return undefined
  return html`<p><a class="next" href="${homeOf(form)}">${textsIn(form.language).another}</a></p>
    ${kioskOf({ ...form, idleSeconds: THANKS_SECONDS }, true)}`
}
