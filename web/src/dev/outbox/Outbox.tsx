import { useEffect, useState } from 'react'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import classes from './Outbox.module.css'

interface Mail {
  id: string
  to: string
  subject: string
  html: string
  at: string
}

/** How often the outbox is polled, in ms. */
const everyMs = 2000

function useMails(): Mail[] | undefined {
  const [mails, setMails] = useState<Mail[]>()
  useEffect(() => {
    let isUnmounted = false
    async function read(): Promise<void> {
      const answer = await fetch('/dev/mails', { cache: 'no-store' }).catch(() => undefined)
      if (!answer?.ok || isUnmounted) return
      const { data } = (await answer.json()) as { data: Mail[] }
      setMails((previous) => (previous?.[0]?.id === data[0]?.id && previous?.length === data.length ? previous : data))
    }
    void read()
    const timer = setInterval(() => void read(), everyMs)
    return () => {
      isUnmounted = true
      clearInterval(timer)
    }
  }, [])
  return mails
}

/** Renders the email in a frame that runs no scripts; its links open in the whole window. */
function EmailBody({ mail }: { mail: Mail }) {
  return (
    <iframe
      className={classes.frame}
      title={mail.subject}
      sandbox="allow-top-navigation-by-user-activation"
      srcDoc={mail.html.replaceAll('<a ', '<a target="_top" ')}
    />
  )
}

/** Lists the emails that are not really sent, newest first: developers find the links of a development server here. */
export function Outbox() {
  const mails = useMails()
  const [chosen, setChosen] = useState<string>()
  const selectedMail = mails?.find(({ id }) => id === chosen) ?? mails?.[0]
  useEffect(() => {
    document.title = 'Crewline | Outbox'
  }, [])
  return (
    <main className={classes.page}>
      <section className={classes.list} aria-label="Mails">
        <h1 className={classes.title}>Outbox</h1>
        <p className={classes.hint}>Emails of this development server. They are not delivered to anyone.</p>
        {mails?.map(({ id, to, subject, at }) => (
          <button
            key={id}
            type="button"
            className={classes.row}
            aria-current={id === selectedMail?.id}
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
        {selectedMail ? <EmailBody mail={selectedMail} /> : mails && <p className={classes.empty}>No mails yet.</p>}
      </section>
    </main>
  )
}
