import type { AppKey } from '@crewline/contract/app-keys'
import { useLingui } from '@lingui/react/macro'

/** Returns the name of each app, and what stops when the plan leaves it out. */
export function useAppWords(): Record<AppKey, { name: string; stops: string }> {
  const { t } = useLingui()
  return {
    newsletter: { name: t`Content Studio`, stops: t`Published issues say that they have ended.` },
    forms: { name: t`Forms`, stops: t`Open forms say that they are closed.` },
    birthday: { name: t`Celebrations`, stops: t`No messages are sent on birthdays, anniversaries and other dates.` },
    contactoptin: { name: t`Contact Opt-in`, stops: t`Pages say that they are closed, and their keywords do nothing.` },
  }
}
