import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import classes from './Templates.module.css'
import shared from '../Broadcasts.module.css'
import { broadcastTemplates } from './templates.ts'

/** Links that open the editor with a common text. */
export default function Templates() {
  const { t, i18n } = useLingui()
  return (
    <section className={classes.begin} aria-labelledby="templates-title">
      <h2 id="templates-title" className={classes.beginTitle}>{t`Start from a template`}</h2>
      <ul className={classes.templates}>
        {broadcastTemplates.map((template) => (
          <li key={template.id}>
            <Link className={classes.template} to={`/dashboard/broadcasts/new?template=${template.id}`}>
              <template.icon size={20} stroke={1.75} aria-hidden />
              <span className={shared.lines}>
                <span className={shared.name}>{i18n._(template.label)}</span>
                <span className={classes.templateHint}>{i18n._(template.hint)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
