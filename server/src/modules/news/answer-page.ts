import { codeOfError } from '../../kernel/http/answer.ts'
import { sendPage } from '../../kernel/pages/send.ts'
import { TEXT } from './answer.ts'
import { refusalPage, type FromReader } from './reader.ts'

type Reply = Parameters<typeof sendPage>[0]

/** Answers with a page in words, in the reader's language, when something is refused. */
export async function answer(request: FromReader, reply: Reply, send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send()
  } catch (error) {
    const refused = refusalPage(request, codeOfError(error))
    if (refused)
      return sendPage(refused.http === 429 ? reply.header('retry-after', '60') : reply, refused.http, refused.page)
    throw error
  }
}

/** Sends a reader on to an address of the same page. */
export function sendOn(reply: Reply, location: string): Reply {
  return reply
    .status(303)
    .headers({ ...TEXT, location })
    .send('')
}
