import { defineFact } from '../../kernel/facts/define.ts'

/** A file a worker sent was fetched and checked: it is ready now, or refused. */
export const FileSettled = defineFact<{ fileId: string; messageId: string }>('file.settled')
