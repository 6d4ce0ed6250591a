import type { CarrierAnswer, TextAge, WaitReason } from '@crewline/contract/restored'
import { useLingui } from '@lingui/react/macro'

/** Returns the labels of why a text waits, how old it is and what its carrier said. */
export function useRestoreLabels(): {
  reasons: Record<WaitReason, string>
  ages: Record<TextAge, string>
  carriers: Record<CarrierAnswer, string>
} {
  const { t } = useLingui()
  return {
    reasons: {
      ready: t`Ready to send`,
      undo: t`Could still be undone`,
      scheduled: t`Scheduled`,
      quiet_hours: t`Waiting for morning`,
      off_shift: t`Waiting for their shift`,
      carrier_cap: t`Over the carrier's daily limit`,
      retry: t`Will be tried again`,
    },
    ages: {
      hour: t`Written within the last hour`,
      day: t`Written within the last day`,
      week: t`Written within the last 7 days`,
      older: t`Written more than 7 days ago`,
    },
    carriers: {
      not_sent: t`Not sent yet`,
      no_answer: t`Carrier didn't answer`,
      cannot_say: t`Carrier can't say`,
      not_asked: t`Carrier not asked yet`,
      written_since: t`Written after the restore`,
    },
  }
}
