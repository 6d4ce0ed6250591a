import type { HrAuthority, HrFix, HrRowKind, HrSyncState } from '@crewline/contract/hr'
import { useLingui } from '@lingui/react/macro'
import { useContactFieldNames } from '../fields/index.ts'

/** Returns the names of fields, states, kinds and answers. */
export function useHrText() {
  const { t } = useLingui()
  const fields: Record<string, string> = useContactFieldNames()
  const authorities: Record<HrAuthority, string> = {
    hr: t`HR system, locked here`,
    newest: t`HR system when it changes there`,
    app: t`Crewline; only fill if empty`,
    off: t`Don't read`,
  }
  const states: Record<HrSyncState, string> = {
    reading: t`Reading`,
    comparing: t`Comparing`,
    review: t`Waiting for your review`,
    applying: t`Applying`,
    done: t`Done`,
    failed: t`Failed`,
    discarded: t`Discarded`,
    undoing: t`Undoing`,
    undone: t`Undone`,
  }
  const kinds: Partial<Record<HrRowKind, string>> = {
    create: t`New`,
    update: t`Changed`,
    leave: t`Left`,
    rehire: t`Came back`,
    problem: t`Needs a fix`,
  }
  const fixes: Record<HrFix, string> = {
    same: t`Same person`,
    share: t`Share the number`,
    without_phone: t`Leave the number out`,
    someone_else: t`Someone else: add them`,
    ignore: t`Don't add this person`,
  }
  const works: Record<string, string> = {
    active: t`Active`,
    on_leave: t`On leave`,
    terminated: t`Terminated`,
    blocked: t`Blocked`,
  }
  return { fields, authorities, states, kinds, fixes, works }
}
