import { Trans, useLingui } from '@lingui/react/macro'
import { IconFile, IconMusic, IconVideo, type Icon } from '@tabler/icons-react'
import { useThreadInfiniteQuery } from '../api.ts'
import classes from './ContactPanel.module.css'
import { filesOf } from './thread-files.ts'

const icons: Record<'video' | 'audio' | 'document', Icon> = { video: IconVideo, audio: IconMusic, document: IconFile }

/** Shows the latest files of the loaded part of a thread; absent while there are none. */
export function ThreadFiles({ contactId }: { contactId: string }) {
  const { t } = useLingui()
  const { currentData } = useThreadInfiniteQuery({ id: contactId, around: '' })
  const files = filesOf(currentData?.pages ?? [])
  if (files.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>
        <Trans>Files</Trans>
      </h2>
      <ul className={classes.files}>
        {files.map(({ id, kind, name, url, thumbUrl }) => {
          const IconComponent = kind === 'image' ? IconFile : icons[kind]
          return (
            <li key={id}>
              <a
                href={url ?? undefined}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t`Open ${name}`}
                title={name}
              >
                {thumbUrl ? (
                  <img src={thumbUrl} alt="" loading="lazy" />
                ) : (
                  <>
                    <IconComponent size={24} stroke={1.75} aria-hidden />
                    <bdi className={classes.fileName}>{name}</bdi>
                  </>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
