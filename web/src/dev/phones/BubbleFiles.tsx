import { IconFile } from '@tabler/icons-react'
import { fileAddress, type PhoneFile } from './carrier.ts'
import classes from './thread.module.css'

/** Renders the files of a message: pictures inline, sounds and videos with a player, everything else as a link. */
export function BubbleFiles({ files }: { files: PhoneFile[] }) {
  return (
    <div className={classes.files}>
      {files.map((file) => (
        <BubbleFile key={file.id} file={file} />
      ))}
    </div>
  )
}

function BubbleFile({ file }: { file: PhoneFile }) {
  const address = fileAddress(file)
  if (file.mime.startsWith('image/'))
    return (
      <a href={address} target="_blank" rel="noreferrer" className={classes.picture}>
        <img src={address} alt="Sent in this text" loading="lazy" />
      </a>
    )
  // What people send on a virtual phone has no captions to offer.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (file.mime.startsWith('audio/')) return <audio controls src={address} className={classes.sound} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (file.mime.startsWith('video/')) return <video controls src={address} className={classes.film} />
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes.paper}>
      <IconFile size={18} stroke={1.75} aria-hidden /> Open the file
    </a>
  )
}
