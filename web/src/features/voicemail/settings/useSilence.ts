import { useLingui } from '@lingui/react/macro'
import { isGreetingEmpty, type ByHoursDraft, type GreetingDraft, type Hour } from './greeting-draft.ts'

/**
 * Returns an error message for each greeting of a draft that has nothing to hear; with `isOpenFree` the open-hours
 * greeting may be empty (the default replaces it).
 */
export function useSilence(): (draft: ByHoursDraft, isOpenFree: boolean) => Partial<Record<Hour, string>> {
  const { t } = useLingui()
  const problemText = ({ kind }: GreetingDraft) =>
    kind === 'words' ? t`Enter what callers will hear.` : t`Record a greeting or choose a file first.`
  return ({ open, closed, holiday }, isOpenFree) => ({
    ...(isGreetingEmpty(open) && !(isOpenFree && open.kind === 'words') ? { open: problemText(open) } : {}),
    ...(closed && isGreetingEmpty(closed) ? { closed: problemText(closed) } : {}),
    ...(holiday && isGreetingEmpty(holiday) ? { holiday: problemText(holiday) } : {}),
  })
}
