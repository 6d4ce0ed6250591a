import { msg } from '@crewline/contract/localized-text'
import { SaxesParser } from 'saxes'
import { refuse } from './refused.ts'

/** Maximum number of attributes of one element: a row or a cell has about ten. */
const ATTRIBUTES_MAX = 100

/** Makes a parser of one part of a workbook. It refuses an element with very many attributes before it reads them all. */
export function xmlParser() {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let attributes = 0
  parser.on('opentagstart', () => (attributes = 0))
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX)
      refuse(
        msg({ message: 'This workbook is damaged. Open it in a spreadsheet program, save it again and upload that.' }),
      )
  })
  return parser
}
