import { useEffect, useState } from 'react'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import classes from './Outbox.module.css'

interface Mail {
  id: string
  to: string
  subject: string
  html: string
  at: string
}

/** How often the outbox is read again, in ms. */
const everyMs = 2000

function useMails(): Mail[] | undefined {
  const [mails, setMails] = useState<Mail[]>()
  useEffect(() => {
    let isGone = false
    async function read(): Promise<void> {
      const answer = await fetch('/dev/mails', { cache: 'no-store' }).catch(() => undefined)
      if (!answer?.ok || isGone) return
      const { data } = (await answer.json()) as { data: Mail[] }
      setMails((old) => (old?.[0]?.id === data[0]?.id && old?.length === data.length ? old : data))
    }
    void read()
    const timer = setInterval(() => void read(), everyMs)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [])
  return mails
}

/** The letter in a frame that runs nothing; its links open in the whole window. */
function Letter({ mail }: { mail: Mail }) {
  return (
    <iframe
      className={classes.frame}
      title={mail.subject}
      sandbox="allow-top-navigation-by-user-activation"
      srcDoc={mail.html.replaceAll('<a ', '<a target="_top" ')}
    />
  )
}

/** The mails that nobody really gets, newest first: where a developer finds the links of a development server. */
export function Outbox() {
  const mails = useMails()
  const [chosen, setChosen] = useState<string>()
  const shown = mails?.find(({ id }) => id === chosen) ?? mails?.[0]
  useEffect(() => {
    document.title = 'Crewline | Outbox'
  }, [])
  return (
    <main className={classes.page}>
      <section className={classes.list} aria-label="Mails">
        <h1 className={classes.title}>Outbox</h1>
        <p className={classes.hint}>Mails of this development server. Nobody else gets them.</p>
        {mails?.map(({ id, to, subject, at }) => (
          <button
            key={id}
            type="button"
            className={classes.row}
            aria-current={id === shown?.id}
            onClick={() => setChosen(id)}
          >
            <span className={classes.subject}>{subject}</span>
            <span className={classes.meta}>
              <span className={classes.to}>{to}</span>
              <RelativeTime at={at} />
            </span>
          </button>
        ))}
      </section>
      <section className={classes.mail} aria-label="The mail">
        {shown ? <Letter mail={shown} /> : mails && <p className={classes.empty}>No mails yet.</p>}
      </section>
    </main>
  )
}
