import type { MediaItem } from '@crewline/contract/media'
import { Anchor } from '@mantine/core'
import classes from '../Forms.module.css'

/** The files of an answer: pictures as such, others by name; each opens in a tab of its own. */
export function AnswerFiles({ files }: { files: readonly MediaItem[] }) {
  return (
    <span className={classes.files}>
      {files.map(({ id, kind, name, url, thumbUrl }) => (
        <Anchor key={id} href={url ?? undefined} target="_blank" rel="noreferrer">
          {kind === 'image' && thumbUrl ? <img src={thumbUrl} alt={name} className={classes.picture} /> : name}
        </Anchor>
      ))}
    </span>
  )
}
