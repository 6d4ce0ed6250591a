import type { IncomingHttpHeaders } from 'node:http'
import { subscriberOf } from '../../kernel/http/subscriber.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Shelf } from '../../kernel/pages/memory.ts'
import { sendFilled, sendPage, sendPdf } from '../../kernel/pages/send.ts'
import type { PageTemplate } from '../../kernel/pages/template.ts'
import { newestFor, openFor, type Opened, type PublicForm } from './open-form.ts'
import type { Rendered } from './page.ts'
import { refused, text } from './refuse.ts'

type Reply = Parameters<typeof sendPage>[0]

/** A request for a page of a form. */
interface FormAsked {
  params: { code: string; place?: string }
  query: { lang?: string; from?: string; p?: string; size?: string }
  headers: IncomingHttpHeaders
  ip: string
}

interface FormExchange {
  request: FormAsked
  reply: Reply
}

/** What the fields of a page say about where it came from. */
interface SentInBody {
  mark: string
  version?: number | undefined
  from?: string | undefined
  /** The issue of news in which a poll was answered. */
  issue?: string
}

type Answer = Rendered | Buffer | { template: PageTemplate; values: string[] } | { goTo: string }

/** Answers with a page in the reader's language, and with a page in words when something is refused. */
export function answerWith(kernel: Kernel, find: (params: FormAsked['params']) => Promise<Shelf<PublicForm>>) {
  return async (
    { request, reply }: FormExchange,
    { mark, version, from: sentFrom, issue = '' }: SentInBody,
    render: (
      opened: Opened,
      shelf: Shelf<PublicForm>,
      open: (cookies: string) => Promise<Opened>,
    ) => Promise<Answer> | Answer,
  ): Promise<Reply> => {
    const lang = text(request.query.lang)
    const accepted = request.headers['accept-language']
    try {
      const { code, place } = request.params
      const from = sentFrom ?? text(request.query.from)
      const { ip } = request
      const browser = { ip, agent: request.headers['user-agent'] ?? '' }
      const sent = {
        code: code.slice(0, 40),
        isKiosk: place === 'kiosk',
        mark,
        version,
        from,
        issue,
        browser,
        query: request.query,
      }
      const shelf = await find(request.params)
      const found = await newestFor(kernel, shelf.value, sent)
      const address = subscriberOf(ip)
      const open = (cookies: string) => openFor(kernel, found, { ...sent, address, cookies }, [lang, accepted])
      const rendered = await render(await open(request.headers.cookie ?? ''), shelf, open)
      if ('goTo' in rendered) return await reply.header('cache-control', 'no-store').redirect(rendered.goTo, 303)
      if (Buffer.isBuffer(rendered)) return sendPdf(reply, rendered)
      if ('template' in rendered) return sendFilled(reply, rendered.template, rendered.values)
      // The script of the page removes its copy of the answers, or keeps it and sends it again.
      if (rendered.isStored) reply.header('crewline-answers', 'stored')
      if (rendered.isLater) reply.header('crewline-answers', 'later')
      return sendPage(reply, 200, rendered)
    } catch (error) {
      return refused(error, request, reply)
    }
  }
}
