import { useLingui } from '@lingui/react/macro'
import type { RetentionPeriod } from './api.ts'

/** The name of a class of data and what belongs to it. */
export interface ClassName {
  name: string
  help: string
}

/** Returns every class of data in words. */
export function useClassNames(): Record<RetentionPeriod['class'], ClassName> {
  const { t } = useLingui()
  return {
    messages: { name: t`Messages`, help: t`Texts, notes and calls, with their files.` },
    attachments: {
      name: t`Attachments`,
      help: t`Photos, videos and documents, also those of broadcasts and celebrations that are over. The messages stay.`,
    },
    voicemails: { name: t`Voicemail recordings`, help: t`With their transcripts. The thread still shows the call.` },
    form_answers: { name: t`Form answers`, help: t`Who answered stays recorded, so no one answers twice.` },
    former_contacts: {
      name: t`Former contacts`,
      help: t`Counted from the day they left or were archived, or from a later message. They're erased; opt-outs stay.`,
    },
    log_ins: { name: t`Login history`, help: t`When, how and from where teammates logged in.` },
    audit_details: { name: t`Details of the audit log`, help: t`Entries stay, without changed values.` },
  }
}
