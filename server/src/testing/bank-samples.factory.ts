/** Statements of made-up banks, one of each format, each with the same four transactions. */
const ofxHead = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '',
].join('\r\n');

const ofxTransactions = [
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260506000000[-7:MST]<TRNAMT>8720.00<FITID>1<NAME>LOTKEEPER 2026-04<MEMO>ACH CREDIT</STMTTRN>`,
  `<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20260507
<TRNAMT>-12,50
<FITID>
<NAME>Café & Söhne
</STMTTRN>`,
  `<STMTTRN><TRNTYPE>FEE<DTPOSTED>20260508120000<TRNAMT>-3<FITID>1<NAME>WIRE FEE TO 000123456789</STMTTRN>`,
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260531<TRNAMT>+0.07<FITID>1<NAME>INTEREST<MEMO></STMTTRN>`,
];

export const ofxSample = (transactions = ofxTransactions, open = '<OFX>', currency = 'USD') =>
  `${ofxHead}${open}<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>110000000<ACCTID>000123456789</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260501<DTEND>20260531
${transactions.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>9704.57<DTASOF>20260531</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

export const ofxXmlSample = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260506</DTPOSTED><TRNAMT>8720.00</TRNAMT><FITID>1</FITID><NAME>LOTKEEPER 2026-04</NAME><MEMO>LOTKEEPER 2026-04 ACH CREDIT</MEMO></STMTTRN><STMTTRN><DTPOSTED>20260507</DTPOSTED><TRNAMT>-12.5</TRNAMT><FITID/><NAME>Caf&#233; &amp; Söhne</NAME></STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;

export const mt940Sample = `{1:F01BANKUS33AXXX0000000000}{2:O9400000000000BANKUS33XXXX}{4:
:20:STATEMENT
:25:110000000/000123456789
:28C:00005/001
:60F:C260501USD1000,
:61:2605060506C8720,00NTRFNONREF//1
:86:LOTKEEPER 2026-04
ACH CREDIT
:61:260507D12,50NMSCNONREF
Café
:61:2605080508D3,NCHGWIRE
:86:WIRE FEE TO
000123456789
:62M:C260508USD9704,50
-}
BUNQNL2A 940
:20:STATEMENT
:25:110000000/000123456789
:28C:00005/002
:60M:C260508USD9704,50
:61:260531RD0,07NINTINTEREST
:62F:C260531USD9704,57
:86:Closing information
-
`;

const camtEntry = (amount: string, direction: string, day: string, text: string, extra = '') => `
      <Ntry>
        <Amt Ccy="USD">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        ${extra}
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        <NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls>
      </Ntry>`;

export const camtSample = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <Stmt>
      <Acct><Id><Othr><Id>000123456789</Id></Othr></Id><Ccy>USD</Ccy></Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1000</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">9704.57</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${camtEntry('8720.00', 'CRDT', '2026-05-06', 'LOTKEEPER 2026-04 ACH CREDIT')}${camtEntry('12.50', 'DBIT', '2026-05-07', 'Café &amp; Söhne')}${camtEntry('3', 'DBIT', '2026-05-08', 'WIRE FEE TO 000123456789')}${camtEntry('0.07', 'CRDT', '2026-05-31', 'INTEREST', '<RvslInd>true</RvslInd>')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;

export const csvSample = `Account ending 6789;;;
Exported 05/31/2026;;;

Posting Date;Description;Debit;Credit;Balance
05/06/2026;"LOTKEEPER 2026-04
ACH CREDIT";;$8,720.00;9720.00
05/07/2026;Café & Söhne;12.50;;9707.50
05/08/2026;WIRE FEE TO 000123456789;3.00;;9704.50
05/31/2026;INTEREST;;0.07;9704.57
`;
