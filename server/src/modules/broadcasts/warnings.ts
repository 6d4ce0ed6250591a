import type { RecipientCount } from '@crewline/contract/broadcast-audience'
import { formatNumber } from '@crewline/contract/formats'
import type { BroadcastMessage } from '@crewline/contract/broadcasts'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { BroadcastCost, BroadcastWarning } from '@crewline/contract/recipients'
import { localize } from '../../kernel/i18n/localize.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import type { ComposedText } from './compose.ts'
import { capText } from './cap-warning.ts'
import { namesSender, risksOf } from './rules.ts'

interface Counted {
  counted: RecipientCount
  cost: BroadcastCost
  texts: ComposedText[]
}

const RISKS: Record<ReturnType<typeof risksOf>[number], LocalizedText> = {
  public_shortener: msg({
    message: 'Carriers often block public link shorteners. Use the full address; we shorten it.',
  }),
  all_capitals: msg({ message: 'Mostly capital letters look like spam to carriers and are hard to read.' }),
  money_words: msg({ message: 'Words such as “free” or “winner” make carriers filter texts.' }),
  health_data: msg({ message: 'This may be health information. Texts are not secure: send a link instead.' }),
}

type Warn = (code: BroadcastWarning['code'], text: LocalizedText, count?: number) => BroadcastWarning

/** Lists what to look at before sending, in the language of the member. */
export async function riskWarnings(
  scope: Scope,
  message: BroadcastMessage,
  { counted, cost, texts }: Counted,
): Promise<BroadcastWarning[]> {
  const language = languageOf(scope)
  const [{ organization, senderName }, { broadcasts }] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    settingsOf(scope.db, scope.orgId),
  ])
  const warn: Warn = (code, text, count) => ({
    code,
    text: localize(text, language),
    ...(count === undefined ? {} : { count }),
  })
  const empty = texts.filter((text) => text.missing.length > 0)
  const fields = [...new Set(empty.flatMap((text) => text.missing))].map((name) => `{${name}}`).join(', ')
  const hasSender = namesSender(`${message.body} ${message.signOff ? broadcasts.signOff : ''}`, [
    organization.name,
    senderName,
    broadcasts.signOff,
  ])
  return [
    ...risksOf(message.body).map((code) => warn(code, RISKS[code])),
    ...(empty.length > 0
      ? [
          warn(
            'empty_fields',
            msg({
              message: 'Some people have nothing for {fields}. Add a fallback, such as {example}.',
              values: { fields, example: '{first_name|there}' },
            }),
            empty.length,
          ),
        ]
      : []),
    ...(message.body.trim() !== '' && !hasSender
      ? [
          warn(
            'no_sender_name',
            msg({ message: 'The text does not say who it is from. Add your company or a sign-off.' }),
          ),
        ]
      : []),
    ...(message.variants.some((variant) => variant.source === 'machine' && !variant.approved)
      ? [warn('unapproved_translation', msg({ message: 'A machine translation waits for your approval.' }))]
      : []),
    ...(cost.daily && cost.daily.later > 0
      ? [
          warn(
            'daily_limit',
            msg({
              message:
                'Carriers take {perDay} segments a day from your brand, and {left} are left today. The rest goes out on the next days.',
              values: {
                perDay: formatNumber(cost.daily.perDay, language),
                left: formatNumber(cost.daily.left, language),
              },
            }),
          ),
        ]
      : []),
    ...(cost.cap && cost.cap.pausesAfter !== null
      ? [warn('spending_cap', capText(scope, { counted, cost, cap: cost.cap, hasFiles: message.mediaIds.length > 0 }))]
      : []),
    ...(cost.most > 3
      ? [warn('needs_more_texts', msg({ message: 'This is long: for some people it is four segments or more.' }))]
      : []),
    ...peopleWarnings(counted, warn),
  ]
}

/** Lists what concerns some of the people. */
function peopleWarnings(counted: RecipientCount, warn: Warn): BroadcastWarning[] {
  return [
    ...(counted.inQuietHours > 0
      ? [
          warn(
            'quiet_hours',
            msg({ message: 'Some people are in quiet hours. They get it in the morning.' }),
            counted.inQuietHours,
          ),
        ]
      : []),
    ...(counted.offShift > 0
      ? [warn('off_shift', msg({ message: 'Some people are off shift.' }), counted.offShift)]
      : []),
    ...(counted.withoutConsent > 0
      ? [warn('no_consent', msg({ message: 'Some people have no consent on file.' }), counted.withoutConsent)]
      : []),
  ]
}
