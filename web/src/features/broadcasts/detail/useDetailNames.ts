import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { NextAction, RecipientFilter, RecipientOutcome } from '@crewline/contract/results'
import { useLingui } from '@lingui/react/macro'

/** Returns the names of the filters of the list of people. */
export function useFilterNames(): Record<RecipientFilter, string> {
  const { t } = useLingui()
  return {
    all: t`Everyone chosen`,
    recipients: t`Recipients`,
    waiting: t`Waiting`,
    handed_off: t`Sent`,
    delivered: t`Delivered`,
    not_delivered: t`Not delivered`,
    unknown: t`Unconfirmed`,
    cancelled: t`Stopped before sending`,
    suppressed: t`Held back`,
    blocked: t`Can't get it`,
    not_reached: t`Not reached`,
    replied: t`Replied`,
    not_replied: t`Didn't reply`,
    clicked: t`Clicked`,
    not_clicked: t`Didn't click`,
    answered: t`Answered`,
    not_answered: t`Didn't answer`,
    opted_out: t`Opted out`,
  }
}

/** Returns the names of what became of the text for one person. */
export function useOutcomeNames(): Record<RecipientOutcome, string> {
  const { t } = useLingui()
  return {
    waiting: t`Waiting`,
    sending: t`Sending`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    not_delivered: t`Not delivered`,
    unknown: t`Unconfirmed`,
    cancelled: t`Stopped before sending`,
    suppressed: t`Held back`,
    blocked: t`Can't get it`,
  }
}

/** Returns the names of the next steps for people who were not reached. */
export function useNextNames(): Record<NextAction, string> {
  const { t } = useLingui()
  return {
    none: t`Nothing to do`,
    wait: t`Wait`,
    send_again: t`Send again`,
    fix_number: t`Fix number`,
    add_number: t`Add number`,
    tell_in_person: t`Tell in person`,
    call: t`Call`,
  }
}

/** Returns why a chosen contact gets nothing, in words. */
export function useBlockNames(): Record<BlockReason, string> & Partial<Record<string, string>> {
  const { t } = useLingui()
  return {
    excluded: t`Left out by the author`,
    archived: t`Archived`,
    terminated: t`No longer employed`,
    blocked: t`Blocked`,
    no_mobile: t`No mobile number`,
    opted_out: t`Opted out`,
    landline: t`Landline`,
    not_in_use: t`Number not in service`,
    wrong_person: t`Number may belong to someone else`,
    texted_recently: t`Texted recently`,
    same_phone: t`Same phone as another recipient`,
  }
}
