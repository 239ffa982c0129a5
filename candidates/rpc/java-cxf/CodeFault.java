package cxf;

import jakarta.xml.ws.WebFault;

/** What a method fails with; its code goes in the detail of the fault. */
@WebFault(name = "code", targetNamespace = Methods.NAMESPACE)
public final class CodeFault extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Code code;

    /** What the library makes of a fault, and a method that fails. */
    public CodeFault(String text, Code code) {
        super(text);
        this.code = code;
    }

    /** What is in the detail. */
    public Code getFaultInfo() {
        return code;
    }

    /** The detail. */
    public static final class Code {
        private int value;

        public int getValue() {
            return value;
        }

        public void setValue(int value) {
            this.value = value;
        }
    }
}
