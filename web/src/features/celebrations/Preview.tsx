import type { Celebration, CelebrationContent, CelebrationLanguage } from '@crewline/contract/celebrations'
import { CELEBRATION_EXAMPLE_YEARS } from '@crewline/contract/celebration-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/lib/session/select.ts'
import type { Attachments } from '../files/index.ts'
import { exampleOf } from './celebration-rules.ts'
import classes from './Celebrations.module.css'
import { SendTest } from './SendTest.tsx'
import { useCanEditCelebrations } from './useCanEditCelebrations.ts'

export interface PreviewProps {
  content: CelebrationContent
  language: CelebrationLanguage
  picture: Attachments['list'][number] | undefined
  /** The saved celebration; there is nothing to test before. */
  celebration: Celebration | undefined
  isChanged: boolean
}

/** Shows the texts of one language as an example person gets them, one below the other. */
export function Preview({ content, language, picture, celebration, isChanged }: PreviewProps) {
  const { t } = useLingui()
  const canEdit = useCanEditCelebrations()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const example = { firstname: 'Maria', organization, years: content.years[0] ?? CELEBRATION_EXAMPLE_YEARS }
  const src = picture?.preview ?? picture?.displayUrl ?? picture?.file?.thumbUrl
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <div className={classes.phone}>
        {src && <img className={classes.picture} src={src} alt={t`The picture of the text`} />}
        {content.texts.map((text, nth) => {
          const body = text[language] ?? text.en ?? Object.values(text)[0] ?? ''
          return (
            body.trim() !== '' && (
              // The texts have no names: their order is what identifies them.
              <p key={nth} className={classes.bubble} dir="auto" translate="no">
                {exampleOf(body, example)}
              </p>
            )
          )
        })}
      </div>
      {content.texts.length > 1 && (
        <p className={classes.quiet}>
          <Trans>Each person gets one of them, and another one next year.</Trans>
        </p>
      )}
      {celebration && canEdit && <SendTest celebration={celebration} isChanged={isChanged} />}
    </section>
  )
}
