import { Trans, useLingui } from '@lingui/react/macro'
import classes from './Builder.module.css'

/** Changes are shown this long after the last one, in ms. */
export const PREVIEW_WAIT_MS = 400

/** Shows a page as people will see it on a phone, rendered by the server that serves it. */
export function PagePreview({
  title,
  page,
  isError,
}: {
  /** Names the frame for screen readers. */
  title: string
  /** The document; undefined until it was rendered once. */
  page: string | undefined
  isError: boolean
}) {
  const { t } = useLingui()
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      {isError && page === undefined ? (
        <p className={classes.quiet}>
          <Trans>The preview appears when the fields are valid.</Trans>
        </p>
      ) : (
        <iframe className={classes.phone} title={title} sandbox="" srcDoc={page ?? ''} />
      )}
    </section>
  )
}
