/** The SQL condition with the rules of `isConnectionRef`, for writers that bypass our code. */
export function plainName(column: string): string {
  return `
      length(${column}) <= 200
      AND instr(${column}, char(0)) = 0
      AND ${column} NOT GLOB '*[' || char(1) || '-' || char(32) || char(127) || '-' || char(160) || ']*'
      AND ${column} NOT GLOB '*["''\`=;&|<>(){}$\\?#!*,]*'
      AND ${column} NOT GLOB '-*'
      AND replace(${column}, '://', '') NOT LIKE '%:%@%'
      AND lower(${column}) NOT GLOB '*password*'
      AND lower(${column}) NOT GLOB '*passwd*'
      AND lower(${column}) NOT GLOB '*passphrase*'
      AND lower(${column}) NOT GLOB '*secret*'
      AND lower(${column}) NOT GLOB '*credential*'
      AND lower(${column}) NOT GLOB '*token:*'
      AND lower(${column}) NOT GLOB '*apikey*'
      AND lower(${column}) NOT GLOB '*api[_-]key*'
      AND lower(${column}) NOT GLOB '*bearer*'
      AND lower(${column}) NOT GLOB '*privatekey*'
      AND lower(${column}) NOT GLOB '*private[_-]key*'
      AND ${column} NOT GLOB '*sk-ant-*'
      AND ${column} NOT GLOB '*gh[opsu]_*'
      AND ${column} NOT GLOB '*github_pat_*'
      AND ${column} NOT GLOB '*xox[abp]-*'
      AND ${column} NOT GLOB '*AKIA*'
      AND ${column} NOT GLOB '*AIza*'
      AND ${column} NOT GLOB '*eyJ*.*.*'
  `;
}
