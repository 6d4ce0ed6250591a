import { defineEvent } from '../../kernel/events/define.ts'

/** An inbound file was fetched and checked: it is now ready or refused. */
export const FileSettled = defineEvent<{ fileId: string; messageId: string }>('file.settled')
