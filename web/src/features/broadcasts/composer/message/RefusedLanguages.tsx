import { formatList, languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../../shared/api/from-contract.ts'
import classes from './Message.module.css'
import fields from '../Fields.module.css'

export interface RefusedLanguagesProps {
  /** The languages that were not translated, each with its reason. */
  refused: Reply<'translateBroadcast'>['variants']
}

/** Says which languages stay as written and why, one line for each reason. */
export function RefusedLanguages({ refused }: RefusedLanguagesProps) {
  const { t, i18n } = useLingui()
  if (refused.length === 0) return null
  const reasons = [...new Set(refused.map(({ reason }) => reason ?? ''))]
  const namesFor = (reason: string) =>
    formatList(
      refused
        .filter((other) => (other.reason ?? '') === reason)
        .map(({ language }) => languageName(language, i18n.locale)),
      i18n.locale,
    )
  const texts: Record<string, string> = {
    no_service: t`No translation service is connected.`,
    unavailable: t`The translation service didn't respond. Try again later.`,
    safety: t`This may be about safety, so only reviewed phrases can translate it.`,
    failed_checks: t`The machine translation changed a number, a name, or a “not”.`,
  }
  return (
    <ul className={classes.refused} role="status">
      {reasons.map((reason) => {
        const names = namesFor(reason)
        return (
          <li key={reason} className={fields.quiet}>
            {texts[reason]} {t`These languages stay as written: ${names}.`}
          </li>
        )
      })}
    </ul>
  )
}
