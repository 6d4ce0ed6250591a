import { Plural } from '@lingui/react/macro'
import classes from './Leavers.module.css'

export interface LeftNotesProps {
  /** Conversations that the chosen teammate cannot see. */
  hidden: number
  drafts: number
}

/** Says what no one takes over: conversations out of the successor's sight, and unsent texts. */
export function LeftNotes({ hidden, drafts }: LeftNotesProps) {
  if (hidden === 0 && drafts === 0) return null
  return (
    <div>
      {hidden > 0 && (
        <p className={classes.help}>
          <Plural
            value={hidden}
            one="This teammate can't see # of the conversations. It becomes unassigned."
            other="This teammate can't see # of the conversations. They become unassigned."
          />
        </p>
      )}
      {drafts > 0 && (
        <p className={classes.help}>
          <Plural value={drafts} one="# unsent draft is deleted." other="# unsent drafts are deleted." />
        </p>
      )}
    </div>
  )
}
