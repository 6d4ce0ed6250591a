import { defineFact } from '../../kernel/facts/define.ts'

/** Somebody called and left a message. */
export const VoicemailLeft = defineFact<{ id: string }>('voicemail.left')
