import type { BlockReason } from '@crewline/contract/broadcast-audience'
import { useLingui } from '@lingui/react/macro'

/** Returns a function that says why a chosen person gets nothing. */
export function useReasonText(): (reason: BlockReason) => string {
  const { t } = useLingui()
  const texts: Record<BlockReason, string> = {
    excluded: t`Left out`,
    archived: t`Archived`,
    terminated: t`No longer employed`,
    blocked: t`Blocked`,
    no_mobile: t`No mobile`,
    wrong_person: t`Wrong person`,
    opted_out: t`Opted out`,
    landline: t`Landline`,
    not_in_use: t`Not in service`,
    texted_recently: t`Texted recently`,
    same_phone: t`Same phone as someone else`,
  }
  return (reason) => texts[reason]
}
