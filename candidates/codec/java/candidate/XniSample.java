package candidate;

import org.apache.xerces.parsers.StandardParserConfiguration;
import org.apache.xerces.xni.parser.XMLParserConfiguration;
import wirecost.Task;

/** The configuration without validation, which Xerces 2.0.0 had among its samples and not in its library. */
public final class XniSample extends Xni {
    public XniSample(Task task) throws Exception {
        super(task);
    }

    @Override
    protected XMLParserConfiguration configuration() {
        return new NonValidating();
    }

    /** The scanner hands documents to what binds namespaces, past what validates. */
    private static final class NonValidating extends StandardParserConfiguration {
        @Override
        protected void configurePipeline() {
            fScanner.setDocumentHandler(fNamespaceBinder);
            fNamespaceBinder.setDocumentHandler(fDocumentHandler);
        }
    }
}
