import { buffer as bytesOf } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Encodes text as UTF-16 with a byte order mark. */
export function utf16(text: string, order: 'le' | 'be' = 'le'): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

/** Encodes text as Windows-1252, as used in Western Europe and America. */
export function windows1252(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/**
 * A payroll export: numbers as spreadsheets leave them, a nine-digit id with leading zeros, a total at the end, CR LF.
 */
export const payroll = [
  'Employee Number,Legal First Name,Legal Last Name,Personal Cell Phone,Date Of Birth,Hire Date,Home Department,Employment Status',
  '000104,MARIA,DE LA CRUZ,5.550102233E9,04/23/1990,3/1/2019,Packing,Active',
  "000105,SEAN,O'NEIL,5550102234.0,12/01/85,11/14/2020,Packing,On leave",
  '000106,ANNE-MARIE,MCKAY,5.55E+09,7/4/1979,01/02/2021,Docks,Active',
  ',,,,,,,',
].join('\r\n')

/** A scheduling export: two titles and a blank line above the header, unneeded columns, ragged rows. */
export const schedule = [
  'Shift schedule export',
  'Generated 9/12/2026 by Kiosk 3',
  '',
  'Worker,Mobile,Shift group,Notes',
  '"Lopez, Maria",(555) 010-4101,"Night; Forklift",',
  'Sam Okoro,555.010.4102,Day',
  '"Anh Thi Nguyen","+1 555 010 4103",Night,"likes ""early"" shifts, no Sundays",extra',
].join('\n')

/** An HR export: UTF-16 with tabs, as spreadsheet programs save Unicode text. */
export const hr = utf16(
  [
    'Worker ID\tPreferred Name\tFirst\tLast\tWork Email\tPrimary Phone\tLanguage',
    '9001\tMimi\tMichèle\tÉtienne\tmimi@example.com\t555 010 4201\tFrançais',
    '9002\t\t李\t雷\tli@example.com\t5550104202\tChinese',
  ].join('\r\n'),
)

/** A Spanish list with semicolons, as Excel saves CSV where the comma is the decimal separator. */
export const spanish = windows1252(
  [
    'sep=;',
    'Nº de empleado;Nombre;Apellidos;Teléfono móvil;Fecha de ingreso;Idioma;Estatus',
    '77;José;Muñoz Peña;555-010-4301;31/12/2020;Español;Activo',
    '78;Begoña;Núñez;555-010-4302;05/02/2021;Inglés;Baja',
  ].join('\r\n'),
)

/** A household and a repeat: two people with one number, and one person twice. */
export const household = [
  'First name,Last name,Phone',
  'Bea,Cho,555-010-4401',
  'Leo,Cho,555-010-4401',
  'Kim,Ray,555-010-4402',
  'kim,ray,(555) 010 4402',
].join('\n')

/** A cell of a sheet as XML. */
type Xml = string

/**
 * Builds a workbook of these sheets: rows of cells as XML, merged areas, a hidden sheet in front, numbers in two date
 * formats.
 */
export async function workbook(
  sheets: { name: string; rows: Xml[][]; merged?: string[]; hidden?: boolean }[],
  { shared = [], is1904 = false }: { shared?: string[]; is1904?: boolean } = {},
): Promise<Buffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheetXml = ({ rows, merged = [] }: (typeof sheets)[number]) =>
    `<worksheet xmlns="${main}"><sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join('')}</sheetData>${
      merged.length > 0 ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''
    }</worksheet>`
  const parts: [string, string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${rel}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets
        .map(
          (sheet, at) =>
            `<sheet name="${sheet.name}" sheetId="${at + 1}"${sheet.hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="000000"/><numFmt numFmtId="165" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/sharedStrings.xml',
      `<sst xmlns="${main}">${shared.map((text) => `<si><t>${text}</t><rPh><t>leave me out</t></rPh></si>`).join('')}</sst>`,
    ],
    ...sheets.map((sheet, at): [string, string] => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]),
  ]
  return archive(parts)
}

/** Makes a ZIP archive of texts. */
export function archive(parts: [path: string, text: string][]): Promise<Buffer> {
  const file = new ZipFile()
  for (const [path, text] of parts) file.addBuffer(Buffer.from(text), path)
  file.end()
  return bytesOf(file.outputStream)
}

/** Builds an inline text cell. */
export const inline = (cell: string, text: string): Xml => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`
/** Builds a number cell with a style of the workbook. */
export const numeric = (cell: string, value: number | string, style = 0): Xml =>
  `<c r="${cell}" s="${style}"><v>${value}</v></c>`

/**
 * Builds a typical messy workbook: titles, a hidden sheet, merged departments, phones as numbers, dates, a formula, an
 * error.
 */
export function messyWorkbook(): Promise<Buffer> {
  return workbook(
    [
      { name: 'Lists', hidden: true, rows: [[inline('A1', 'secret')]] },
      {
        name: 'People',
        rows: [
          [inline('A1', 'Crew of plant 2')],
          [],
          [
            inline('A3', 'Dept'),
            inline('B3', 'Name'),
            inline('C3', 'Cell'),
            inline('D3', 'Start date'),
            inline('E3', 'Badge ID'),
            inline('F3', 'Score'),
          ],
          [
            '<c r="A4" t="s"><v>0</v></c>',
            inline('B4', 'Maria Lopez'),
            numeric('C4', 5550104501),
            numeric('D4', 43_525, 1),
            numeric('E4', 42, 2),
            '<c r="F4"><f>1+1</f><v>2</v></c>',
          ],
          [
            inline('B5', 'Sam Okoro'),
            numeric('C5', '5.550104502E9'),
            numeric('D5', 44_197.5, 3),
            numeric('E5', 7, 2),
            '<c r="F5" t="e"><v>#N/A</v></c>',
          ],
          [
            inline('B6', 'Ann _x0041_be'),
            '<c r="C6" t="str"><f>"a"</f><v>555-010-4503</v></c>',
            numeric('D6', 60, 1),
            numeric('E6', 1234567, 2),
            '<c r="F6" t="b"><v>1</v></c>',
          ],
        ],
        merged: ['A1:F1', 'A4:A6'],
      },
      { name: 'Old', rows: [[inline('A1', 'x')]] },
    ],
    { shared: ['Packing'] },
  )
}
