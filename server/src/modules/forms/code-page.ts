// The page before a form that asks for a code by text. It says nothing about the person of a link.
import { displayPhone } from '@crewline/contract/phone'
import { formText } from '@crewline/contract/form-questions'
import { html, type Html } from '../../kernel/pages/html.ts'
import { optInPageTexts } from '../opt-in/index.ts'
import { actionOf, framed, type Rendered, type ShownForm } from './page.ts'
import { fillText, textsIn } from './page-texts.ts'

/** What the page before a form shows. */
export interface CodePage {
  /** Whether the person enters their number; on a personal link the phone is known. */
  asksNumber: boolean
  /** The number as entered. */
  phone: string
  /** Set once a code was asked for. */
  token?: string | undefined
  error?: string | undefined
  /** Answers that were sent before the code was asked for: they travel along. */
  kept: [string, string][]
  /** The number that people text START to. */
  line: string | undefined
}

/** Renders the page that texts a code, or the one that asks for it. */
export function codePage(form: ShownForm, page: CodePage): Rendered {
  const { content, language, organization } = form
  const title = formText(content.title, language)
  return framed(
    form,
    title,
    html` <h1 dir="auto">${title}</h1>
      ${content.anonymous && html`<p class="soft">${fillText(textsIn(language).anonymous, { organization })}</p>`}
      ${page.token === undefined ? askBlock(form, page) : enterBlock(form, { ...page, token: page.token })}`,
  )
}

function askBlock(form: ShownForm, page: CodePage): Html {
  const texts = textsIn(form.language).code
  const { phone: label } = optInPageTexts(form.language)
  const { asksNumber, error } = page
  return html`<p>${asksNumber ? texts.number : texts.link}</p>
    ${error && !asksNumber && html`<p class="bad" role="alert">${error}</p>`}
    <form method="post" action="${actionOf(form)}" novalidate>
      ${keptFields(form, page)}
      ${
        asksNumber &&
        html`<p class="trap" aria-hidden="true">
            <input type="text" name="website" tabindex="-1" autocomplete="off" />
          </p>
          <label for="phone">${label}</label>
          ${error && html`<p class="bad" id="phone-error" role="alert">${error}</p>`}
          <input
            id="phone"
            name="phone"
            type="tel"
            autocomplete="tel"
            value="${page.phone}"
            maxlength="40"
            required
            ${error && html`aria-invalid="true" aria-describedby="phone-error" autofocus`}
          />`
      }
      <button name="go" value="send">${texts.send}</button>
    </form>`
}

function enterBlock(form: ShownForm, page: CodePage & { token: string }): Html {
  const { language } = form
  const texts = textsIn(language).code
  const shared = optInPageTexts(language)
  const { error, line } = page
  return html`<p>${page.asksNumber ? fillText(shared.code[1], { phone: page.phone }) : texts.sent}</p>
    <form method="post" action="${actionOf(form)}" novalidate>
      ${keptFields(form, page)}
      <input type="hidden" name="token" value="${page.token}" />
      <input type="hidden" name="phone" value="${page.phone}" />
      <label for="code">${shared.codeLabel}</label>
      ${error && html`<p class="bad" id="code-error" role="alert">${error}</p>`}
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength="12"
        required
        ${error && html`aria-invalid="true" aria-describedby="code-error"`}
        autofocus
      />
      <button name="go" value="code">${shared.confirm}</button>
      <button class="second" name="go" value="again" formnovalidate>${texts.again}</button>
    </form>
    ${line && html`<p class="soft">${fillText(shared.noText, { line: displayPhone(line, 'US') })}</p>`}`
}

function keptFields(form: ShownForm, { kept }: CodePage): Html {
  return html`${form.mark !== '' && html`<input type="hidden" name="p" value="${form.mark}" />`}
    <input type="hidden" name="from" value="${form.via}" />
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`
}
