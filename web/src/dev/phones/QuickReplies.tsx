import classes from './handset.module.css'

interface QuickRepliesProps {
  language: string | null
  onSend: (body: string) => void
}

const spanish = 'Sí, ya voy en camino'
const replies = ['Yes', 'STOP', 'START', 'HELP', spanish, '👍']

/** Offers common replies and the keywords every line must support; one press sends them. */
export function QuickReplies({ language, onSend }: QuickRepliesProps) {
  const ordered = language === 'es' ? [spanish, ...replies.filter((reply) => reply !== spanish)] : replies
  return (
    <div className={classes.quick} role="group" aria-label="Quick replies">
      {ordered.map((reply) => (
        <button
          key={reply}
          type="button"
          className={classes.reply}
          onClick={() => onSend(reply)}
          aria-label={reply === '👍' ? 'Thumbs up' : undefined}
        >
          {reply}
        </button>
      ))}
    </div>
  )
}
