import { defineEvent } from '../../kernel/events/define.ts'

/** A response to a form was stored. Of an anonymous form it names no response. */
export const FormAnswered = defineEvent<{ formId: string; responseId: string | null }>('form.answered')
