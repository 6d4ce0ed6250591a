import { useLingui } from '@lingui/react/macro'
import { isSilent, type ByHoursDraft, type GreetingDraft, type Hour } from './greeting-draft.ts'

/** Names, in words, each greeting of a draft that has nothing to hear; `isOpenFree` lets the house's own words stand in. */
export function useSilence(): (draft: ByHoursDraft, isOpenFree: boolean) => Partial<Record<Hour, string>> {
  const { t } = useLingui()
  const words = ({ kind }: GreetingDraft) =>
    kind === 'words' ? t`Write what callers hear.` : t`Record a greeting or choose a file first.`
  return ({ open, closed, holiday }, isOpenFree) => ({
    ...(isSilent(open) && !(isOpenFree && open.kind === 'words') ? { open: words(open) } : {}),
    ...(closed && isSilent(closed) ? { closed: words(closed) } : {}),
    ...(holiday && isSilent(holiday) ? { holiday: words(holiday) } : {}),
  })
}
